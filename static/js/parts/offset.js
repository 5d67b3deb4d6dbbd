// A match keeps the time of the phone that began it: by how many minutes its clock is ahead of UTC.

document.addEventListener(
  "submit",
  ({ target }) => {
    const field = target.querySelector("[name=utc_offset]");
    if (field) field.value = -new Date().getTimezoneOffset();
  },
  true,
);
