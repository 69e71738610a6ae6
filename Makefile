# Commands for contributors: `make check` before a commit, `make test` before a pull request.
.PHONY: check format test coverage

FAST = tests/library/test_cards.py tests/library/test_board.py tests/library/test_rules.py tests/library/test_notation.py \
       tests/docs/test_layers.py

check: # format, lint, types and the fastest tests
	ruff format --check .
	ruff check .
	mypy
	pytest -q -n 2 $(FAST)

format: # everything that can be formatted
	ruff format .
	ruff check --fix .
	git ls-files '*.hpp' '*.cpp' | xargs clang-format -i
	npx --yes @biomejs/biome@2.6.6 check --write

test: # all tests
	pytest

coverage: # the lines that the library's tests cover
	pytest -q --cov=freecell --cov-report=term-missing:skip-covered tests/library tests/survey tests/cli
