// When htmx listens and the page stands.
work(document);
setTimeout(ready);
