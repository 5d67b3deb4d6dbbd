"""A whole club, out as one file and in again, by its pages."""

import io

WHOLE = "/whole"


def follow(phone, page):
    """The page to which one leads, as often as it goes on by itself."""
    for _step in range(99):
        if page.goes_to:
            page = phone.open(page.goes_to)
        elif 'http-equiv="refresh"' in page.html:
            page = phone.open(page.response.request.path)
        else:
            return page
    raise AssertionError(f"it does not end: {page.text}")


def made_file(phone):
    """The bytes of the file of the club."""
    page = follow(phone, phone.submit(phone.open(WHOLE), "/whole/out"))
    assert page.says("Save the file")
    return phone.client.get("/whole/out/file").get_data()


def send_file(phone, content, name="friends.zip"):
    fields = {"file": (io.BytesIO(content), name)}
    return phone.send("/whole/in", fields, content_type="multipart/form-data")


def opened(phone, content):
    """The page that says what is in a file."""
    return follow(phone, send_file(phone, content))


def form_of(page):
    """The form that takes what is in a file."""
    return next(form for form in page.forms if "/whole/in/" in form.action)


def taken(phone, page, **chosen):
    """The page after the key that takes it."""
    form = form_of(page)
    return follow(phone, phone.send(form.action, {**form.typed, **chosen}))
