// What makes the pages better where scripts run; each works without.
"use strict";

// A link in the summary leads into the field, and to a group of them as to one.
document.addEventListener("click", (event) => {
  const link = event.target.closest(".troubles a[href^='#']");
  if (!link) return;
  const field = document.getElementById(link.hash.slice(1));
  if (!field) return;
  event.preventDefault();
  const input = field.matches("input,select,textarea") ? field : field.querySelector("input,select,textarea") || field;
  input.focus();
  input.scrollIntoView({ block: "center" });
});

// Many boxes are ticked, or cleared, at once.
for (const set of document.querySelectorAll("form.command fieldset.field")) {
  const boxes = [...set.querySelectorAll(":scope > .choice > input[type='checkbox']")];
  if (boxes.length < 3) continue;
  const button = document.createElement("button");
  const rest = () => boxes.filter((box) => !box.checked);
  const say = () => { button.textContent = rest().length ? `Tick all ${boxes.length}` : "Clear all"; };
  button.type = "button";
  button.className = "quiet small";
  button.addEventListener("click", () => {
    const ticked = rest().length > 0;
    for (const box of boxes) box.checked = ticked;
    say();
  });
  set.addEventListener("change", say);
  boxes[0].parentElement.before(button);
  say();
}

// A second click while the first is on its way would only be answered like the first; it is not sent.
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.dataset.sent) event.preventDefault();
  else form.dataset.sent = "1";
});
window.addEventListener("pageshow", () => {
  for (const form of document.querySelectorAll("form[data-sent]")) delete form.dataset.sent;
});

// A form that only leads on to the next page does so by itself.
const onward = document.querySelector("form[data-leads-on]");
if (onward) onward.requestSubmit();

// An open menu closes with Escape and with a click elsewhere.
for (const menu of document.querySelectorAll("details.menu")) {
  document.addEventListener("click", (event) => {
    if (!menu.contains(event.target)) menu.open = false;
  });
  menu.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    menu.open = false;
    menu.querySelector("summary").focus();
  });
}
