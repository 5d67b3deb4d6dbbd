"""Where a problem is reported: the page of a mistake of ours says it, and so does `doctor`."""

import pytest

from app.cli import main as run

ADDRESS = "https://cards.example/report"


@pytest.fixture(params=[None, ADDRESS], ids=["not filled in", "filled in"])
def address(request, tmp_path, monkeypatch):
    """Where that is, as the metadata of an installed release says; None where it is left open."""
    about = tmp_path / "site" / "tricktally-9.0.0.dist-info"
    about.mkdir(parents=True)
    url = f"Project-URL: Report, {request.param}\n" if request.param else ""
    (about / "METADATA").write_text(
        f"Metadata-Version: 2.4\nName: tricktally\nVersion: 9.0.0\n{url}"
    )
    monkeypatch.syspath_prepend(about.parent)
    return request.param


def test_a_mistake_of_ours_is_called_so_and_says_where_to_report_it(
    address, phone, app, caplog, monkeypatch
):
    def fail():
        raise ZeroDivisionError

    monkeypatch.setitem(app.config, "TESTING", False)
    monkeypatch.setitem(app.view_functions, "rules.contents", fail)
    page = phone.open("/rules/")

    assert page.status == 500
    where = f"Please say what you did at {address}" if address else "Please tell whoever runs it"
    assert page.says("This is a mistake in Tricktally.", where)
    assert "ZeroDivisionError" in caplog.text


def test_doctor_says_where_problems_are_reported(address, tmp_path, capsys):
    run(["doctor", "--database", str(tmp_path / "matches.sqlite3")])
    told = capsys.readouterr().out

    assert "✓ Tricktally 9.0.0" in told
    assert ("reported at" in told) == bool(address)
    assert (address or "") in told
