"""How templates become Python: a page has hundreds of words, so nothing is done twice."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask.templating import Environment
from jinja2.compiler import CodeGenerator, Frame
from jinja2.nodes import Expr
from jinja2.runtime import Context


class EscapedOnce(CodeGenerator):
    """Prints what `finalize` returns as it is: ours escapes whatever is not safe already."""

    def _output_child_pre(self, node: Expr, frame: Frame, finalize: Any) -> None:
        self.write(finalize.src)

    def _output_child_post(self, node: Expr, frame: Frame, finalize: Any) -> None:
        self.write(")")


class CalledAtOnce(Context):
    """Calls what a template calls without looking whether it wants the context: none of ours do."""

    def call(
        self,
        called: Callable[..., Any],
        /,
        *args: Any,
        _loop_vars: Any = None,
        _block_vars: Any = None,
        **named: Any,
    ) -> Any:
        """What `called` returns."""
        return called(*args, **named)


class Templates(Environment):
    """The templates of pages."""

    code_generator_class = EscapedOnce
    context_class = CalledAtOnce
