"""Conditional turns are those of the chapter that follows the game."""

import json

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from skerry.study import Tree, apply, edit_from_data
from skerry.study.study import study_from_data

GAME_CHAPTER = 1  # its number in all notes


def drop_strangers(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    """Delete rows that do not lie in the game's chapter: they were set when another stood first.

    Nothing tells in which; and turns that are added to the game's chapter may take their numbers.
    """
    rows = apps.get_model("correspondence", "ConditionalTurn").objects
    for study_id in list(rows.order_by().values_list("study", flat=True).distinct()):
        tree = game_tree(apps, study_id)
        for row in rows.filter(study=study_id):
            if not lies_in(tree, row.node, row.reply, row.depth):
                row.delete()


def game_tree(apps: Apps, study_id: str) -> Tree | None:
    """The tree that follows the game; None: it was deleted, or is damaged."""
    saved = apps.get_model("study", "SavedStudy").objects.get(pk=study_id)
    later = saved.edits.filter(number__gt=saved.snapshot_version).order_by("number")
    try:
        study = study_from_data(json.loads(saved.snapshot))
        for text in later.values_list("edit", flat=True):
            study = apply(study, edit_from_data(json.loads(text))).study
    except ValueError:
        return None
    return next((one.tree for one in study.chapters if one.number == GAME_CHAPTER), None)


def lies_in(tree: Tree | None, node: int, reply: int, depth: int) -> bool:
    """Whether a turn of that depth is there, and is followed by the reply."""
    if tree is None or node not in tree.nodes:
        return False
    return reply in tree.nodes[node].children and len(tree.path(node)) - 1 == depth


class Migration(migrations.Migration):
    dependencies = [
        ("correspondence", "0002_ladder_notices"),
    ]

    operations = [
        migrations.RunPython(drop_strangers, migrations.RunPython.noop, elidable=True),
    ]
