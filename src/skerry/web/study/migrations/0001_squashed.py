import django.db.models.deletion
from django.db import migrations, models

import skerry.web.play.models


class Migration(migrations.Migration):
    replaces = [("study", "0001_initial"), ("study", "0002_savedreview")]

    dependencies = []

    operations = [
        migrations.CreateModel(
            name="SavedStudy",
            fields=[
                (
                    "id",
                    models.CharField(
                        default=skerry.web.play.models.new_id,
                        editable=False,
                        max_length=10,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("holder", models.CharField(db_index=True, max_length=64)),
                ("visibility", models.CharField(default="private", max_length=8)),
                ("notes_of", models.CharField(max_length=10, null=True)),
                ("version", models.PositiveIntegerField(default=0)),
                ("snapshot", models.TextField()),
                ("snapshot_version", models.PositiveIntegerField(default=0)),
                ("title", models.CharField(max_length=100)),
                ("games", models.CharField(max_length=200)),
                ("created", models.DateTimeField(auto_now_add=True)),
                ("updated", models.DateTimeField(auto_now=True)),
                ("deleted", models.DateTimeField(db_index=True, null=True)),
            ],
            options={
                "ordering": ("-updated",),
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("deleted", None)),
                        fields=("holder", "notes_of"),
                        name="notes_once",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="SavedReview",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("chapter", models.PositiveIntegerField()),
                ("nodes", models.TextField()),
                ("data", models.TextField()),
                ("made", models.DateTimeField(auto_now=True)),
                (
                    "study",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="reviews",
                        to="study.savedstudy",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("study", "chapter"), name="review_once")
                ],
            },
        ),
        migrations.CreateModel(
            name="SavedEdit",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                ("edit", models.TextField()),
                ("inverse", models.TextField(blank=True)),
                ("made", models.DateTimeField(auto_now_add=True)),
                (
                    "study",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="edits",
                        to="study.savedstudy",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("study", "number"), name="edit_once")
                ],
            },
        ),
    ]
