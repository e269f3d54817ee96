import gc

from runtime.memory import settle


def test_what_is_loaded_is_no_longer_searched_and_what_comes_later_is() -> None:
    settle()
    try:
        assert gc.get_freeze_count() > 10_000
        later = [object()]
        later.append(later)
        assert any(each is later for each in gc.get_objects())
        assert not any(each is gc.__dict__ for each in gc.get_objects())
    finally:
        gc.unfreeze()
