"""The example of PPO in one file runs, and learns from legal actions only."""

from examples import ppo
from tests.rl.playing import each_id


@each_id
def test_the_example_trains(game_id: str) -> None:
    settings = ppo.Settings(game=game_id, steps=2000, matches=16, horizon=32, minibatches=2)
    policy, returns = ppo.train(settings)
    assert len(returns) > 10
    assert min(returns) >= 0  # points; an illegal move would cost one
    assert all(weight.isfinite().all() for weight in policy.parameters())
