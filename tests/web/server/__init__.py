"""The server around the app: processes, power, a database that is away, and deploy/."""
