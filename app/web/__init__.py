"""The app in a browser: blueprints of thin views, registered in `app.web.app`."""
