"""What agents are shown in all adapters: observations, masks of legal actions, pictures."""

from copy import deepcopy
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from numpy.typing import NDArray

from skerry.core.layout import new_work
from skerry.draw import board_svg
from skerry.draw.thumbnails import board_pixels
from skerry.errors import OptionError, quoted
from skerry.games.contract import game_module, observe
from skerry.games.observation import ByteArray, grid_of, shape_of
from skerry.mutable import MutablePosition
from skerry.positions import Game, Position

if TYPE_CHECKING:
    from gymnasium import spaces


class Observations:
    """Positions of one game as planes (games/observation.py), and masks of legal actions."""

    def __init__(self, game: Game) -> None:
        self.planes = game_module(game.name).PLANES
        self.shape: tuple[int, int, int] = (len(self.planes), *shape_of(game.board))
        self._rules = game.rules
        self._grid, self._work = grid_of(game.board), new_work(game.rules)

    def of(self, play: MutablePosition, person: int) -> ByteArray:
        """A person's observation: uint8 of shape (planes, rows, columns), the caller's own."""
        seen = np.empty(self.shape, dtype=np.uint8)
        observe(self._rules, self._grid, play.state, person, seen.reshape(-1), self._work)
        return seen

    def masked(self, play: MutablePosition, person: int) -> dict[str, Any]:
        """A person's observation, and which actions they may take now.

        The mask is int8 of shape (num_actions,): ones and zeros, all zeros when it is not theirs.
        """
        mask = np.zeros(self._rules.num_actions, dtype=np.int8)
        if play.player == person:
            mask[play.legal_actions()] = 1
        return {"observation": self.of(play, person), "action_mask": mask}

    def space(self) -> "spaces.Dict":
        """Of what `masked` gives."""
        from gymnasium import spaces

        return spaces.Dict(
            {
                "observation": spaces.Box(0, 255, self.shape, np.uint8),
                "action_mask": spaces.Box(0, 1, (self._rules.num_actions,), np.int8),
            }
        )


RENDER_MODES = ("ansi", "svg", "rgb_array", "human")
FRAMES_A_SECOND = 4
METADATA = {"render_modes": list(RENDER_MODES), "render_fps": FRAMES_A_SECOND}
SIZE = 512  # pixels along a side


class Scene:
    """A game, the last turn in it, and how it is shown."""

    def __init__(self, mode: str | None) -> None:
        """Raises OptionError for an unknown mode."""
        if mode not in (None, *RENDER_MODES):
            raise OptionError(
                f"render_mode={quoted(mode)} is not possible; it is one of {RENDER_MODES}."
            )
        self.mode = mode
        self._turn: list[int] = []  # actions of the turn under way
        self._last: list[int] = []  # and of the one before
        self._window: Any = None

    def __getstate__(self) -> dict[str, Any]:
        """Without the window: a copy opens one of its own."""
        return {**self.__dict__, "_window": None}

    def begin(self) -> None:
        """Forget the game before."""
        self._turn, self._last = [], []

    def apply(self, play: MutablePosition, action: int) -> None:
        """Carry out an action, and remember it as part of its turn."""
        turn = play.turn
        play.apply(action)
        self._turn.append(action)
        if play.is_over or play.turn != turn:
            self._last, self._turn = self._turn, []

    def render(self, position: Position) -> str | NDArray[np.uint8] | None:
        """The picture: text, SVG, pixels of shape (512, 512, 3), or nothing but a window."""
        if self.mode == "ansi":
            return str(position)
        if self.mode == "svg":
            return board_svg(position, last=self._last)
        if self.mode is None:
            return None
        pixels = board_pixels(position, size=SIZE, last=self._last)
        if self.mode == "rgb_array":
            return pixels
        self._show(pixels)
        return None

    def _show(self, pixels: NDArray[np.uint8]) -> None:
        import pygame

        if self._window is None:
            pygame.display.init()
            pygame.display.set_caption("Skerry")
            self._window = pygame.display.set_mode((SIZE, SIZE))
        surface = pygame.surfarray.make_surface(pixels.swapaxes(0, 1))
        self._window.blit(surface, (0, 0))
        pygame.event.pump()
        pygame.display.flip()
        pygame.time.wait(1000 // FRAMES_A_SECOND)

    def close(self) -> None:
        """Close the window, if there is one."""
        if self._window is not None:
            import pygame

            pygame.display.quit()
            self._window = None


class Environment:
    """What environments of both libraries have in common."""

    _play: MutablePosition
    _scene: Scene

    def __copy__(self) -> Self:
        """An environment of its own, at the same point of the game."""
        return deepcopy(self)

    @property
    def position(self) -> Position:
        """The position as everything else in Skerry knows it."""
        return self._play.position()

    def render(self) -> Any:
        """The position as the render mode says: text, SVG, pixels, or a window."""
        return self._scene.render(self.position)

    def close(self) -> None:
        """Close the window, if there is one."""
        self._scene.close()
