import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("accounts", "0001_squashed"),
        ("web", "0001_squashed"),
    ]

    operations = [
        migrations.CreateModel(
            name="RatedPlayer",
            fields=[],
            options={
                "verbose_name": "player with ratings",
                "verbose_name_plural": "players with ratings",
                "proxy": True,
                "indexes": [],
                "constraints": [],
            },
            bases=("accounts.player",),
        ),
        migrations.CreateModel(
            name="LeftOut",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("since", models.DateTimeField(auto_now_add=True)),
                (
                    "player",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="left_out",
                        to="accounts.player",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="PlayerRating",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("game", models.CharField(max_length=16)),
                ("speed", models.CharField(max_length=16)),
                ("rating", models.FloatField(default=1500.0)),
                ("deviation", models.FloatField(default=350.0)),
                ("volatility", models.FloatField(default=0.06)),
                ("num_games", models.PositiveIntegerField(default=0)),
                ("moment", models.FloatField(null=True)),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="ratings",
                        to="accounts.player",
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["game", "speed", "-rating"], name="ratings_of_a_kind")
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("player", "game", "speed"), name="rated_once")
                ],
            },
        ),
        migrations.CreateModel(
            name="RatedGame",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("game", models.CharField(max_length=16)),
                ("speed", models.CharField(max_length=16)),
                ("score", models.FloatField()),
                ("moment", models.FloatField()),
                ("first_before", models.FloatField()),
                ("first_after", models.FloatField()),
                ("second_before", models.FloatField()),
                ("second_after", models.FloatField()),
                (
                    "first",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="accounts.player",
                    ),
                ),
                (
                    "saved",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="rated",
                        to="web.savedgame",
                    ),
                ),
                (
                    "second",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="accounts.player",
                    ),
                ),
            ],
            options={
                "ordering": ("moment", "pk"),
                "indexes": [
                    models.Index(fields=["game", "speed", "moment"], name="rated_in_order")
                ],
            },
        ),
    ]
