"""Databases on a server: PostgreSQL, or an engine that speaks its protocol.

What stands outside this folder because of it: `engine_for` in `app.store` chooses it; what is
looked up or copied there has no NUL characters, which it rejects (`clubs`, `lists`, `transfer`);
`app.web.core.pubsub` hears its notifications; `app.ops.doctor` reports its status.
"""
