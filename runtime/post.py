"""What the activities need to send mail, from the settings; nothing where none is sent."""

from activities.post import Post
from activities.smtp import Server
from runtime.clock import now
from runtime.settings import Settings, SettingsError
from runtime.web_key import key_file, web_key


def post_of(settings: Settings) -> Post | None:
    """Return the means of sending mail, or None.

    The key is that of the pages, which open what is signed with it: none is made here. Raises SettingsError where
    there is none.
    """
    mail = settings.mail
    if mail is None or settings.public_url is None:
        return None
    if settings.web_key is None and not key_file(settings).exists():
        raise SettingsError(
            "ABATE_WEB_KEY", "", "the key of the web application, to sign links in mails with"
        )
    server = Server(mail.host, mail.port, mail.tls, mail.user, mail.password)
    return Post(server, mail.sender, settings.public_url, web_key(settings), now)
