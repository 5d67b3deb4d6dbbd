"""The pocket edition: the app offline, as Python in a browser (Pyodide). See `app.pocket.app`."""
