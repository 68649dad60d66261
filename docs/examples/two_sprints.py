"""Plans two sprints over three projects with a guest, using a generated client:

    npm start        (in another terminal)
    pip install 'openapi-python-client==0.29.*'
    openapi-python-client generate --url http://127.0.0.1:8080/openapi.public.json --output-path svc-client
    export TOKEN=$(npm run -s svc-server -- login --user ada)
    export GUEST=$(npm run -s svc-server -- login --user gil)
    PYTHONPATH=svc-client python3 docs/examples/two_sprints.py http://127.0.0.1:8080

Prints each step, and fails if a result is not as expected.
"""

import datetime
import io
import os
import secrets
import sys
import uuid

from svc_client import AuthenticatedClient
from svc_client.api.goals import goals_create, goals_file_tasks, goals_org
from svc_client.api.journeys import journeys_create
from svc_client.api.me import me_read
from svc_client.api.milestones import milestones_create
from svc_client.api.organization_invites import (
    organization_invites_accept,
    organization_invites_create,
)
from svc_client.api.organizations import organizations_create
from svc_client.api.project_members import project_members_create
from svc_client.api.projects import projects_create
from svc_client.api.roadmap import roadmap_project, roadmap_team
from svc_client.api.sprints import (
    sprints_complete,
    sprints_create,
    sprints_current,
    sprints_list,
)
from svc_client.api.stops import stops_create, stops_file_tasks, stops_pin_milestone
from svc_client.api.task_attachments import (
    task_attachments_create,
    task_attachments_download,
)
from svc_client.api.task_comments import (
    task_comments_create,
    task_comments_list,
    task_comments_reply,
)
from svc_client.api.tasks import (
    tasks_create,
    tasks_list,
    tasks_read,
    tasks_set_sprint,
    tasks_update,
)
from svc_client.api.teams import teams_create
from svc_client.api.view_pins import view_pins_pin_view
from svc_client.api.views import views_create, views_rows
from svc_client.models import (
    GoalCreate,
    GoalTasksFile,
    JourneyCreate,
    MilestoneCreate,
    OrganizationCreate,
    OrganizationInviteCreate,
    OrganizationRole,
    Priority,
    Problem,
    ProjectCreate,
    ProjectMemberCreate,
    ProjectRole,
    ProjectVisibility,
    ScopeType,
    SprintComplete,
    SprintCreate,
    StopCreate,
    StopTasksFile,
    TaskAttachmentCreate,
    TaskCommentCreate,
    TaskCommentMention,
    TaskCommentReplyCreate,
    TaskCreate,
    TaskSprintSet,
    TaskStatus,
    TaskUpdate,
    TeamCreate,
    ViewCreate,
    ViewCreateQuery,
)
from svc_client.types import File

base = sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8080"
ada = AuthenticatedClient(base_url=base, token=os.environ["TOKEN"])
gil = AuthenticatedClient(base_url=base, token=os.environ["GUEST"])


def unwrap(response):
    """Returns the parsed body. Exits if it is a problem."""
    problem = response.parsed
    if isinstance(problem, Problem):
        raise SystemExit(f"{problem.status} {problem.type_}: {problem.detail} (request {problem.request_id})")
    return response.parsed


def key():
    """Returns a new Idempotency-Key."""
    return str(uuid.uuid4())


print("Create an organization and invite a guest")
org = unwrap(
    organizations_create.sync_detailed(
        client=ada,
        idempotency_key=key(),
        body=OrganizationCreate(name=f"Harbour Works {secrets.token_hex(2)}"),
    )
)
guest = unwrap(me_read.sync_detailed(client=gil)).principal
invited = OrganizationInviteCreate(org_id=org.org_id, email=guest.email, role=OrganizationRole.GUEST)
invite = unwrap(organization_invites_create.sync_detailed(client=ada, body=invited))
unwrap(organization_invites_accept.sync_detailed(invite.id, client=gil))

print("Create a team and three projects; the guest is a member of one")
team = unwrap(teams_create.sync_detailed(client=ada, body=TeamCreate(org_id=org.org_id, name="Quay crew")))
north, cranes, dredging = [
    unwrap(
        projects_create.sync_detailed(
            client=ada,
            body=ProjectCreate(
                org_id=org.org_id, name=name, team_id=team.team_id, visibility=ProjectVisibility.PRIVATE
            ),
        )
    )
    for name in ("North quay", "Cranes", "Dredging")
]
viewer = ProjectMemberCreate(project_id=north.project_id, user_id=guest.id, project_role=ProjectRole.VIEWER)
unwrap(project_members_create.sync_detailed(client=ada, body=viewer))

print("Create tasks, a goal and a milestone")
goal = unwrap(
    goals_create.sync_detailed(
        north.project_id,
        client=ada,
        body=GoalCreate(name="Open in spring", target_date=datetime.date(2027, 3, 31)),
    )
)
milestone = unwrap(
    milestones_create.sync_detailed(
        team.team_id,
        client=ada,
        body=MilestoneCreate(title="First ship", target_date=datetime.date(2027, 2, 15)),
    )
)


def add(title, project, **values):
    body = TaskCreate(org_id=org.org_id, project_id=project.project_id, title=title, **values)
    return unwrap(tasks_create.sync_detailed(client=ada, idempotency_key=key(), body=body))


piles = add("Drive the piles", north, priority=Priority.HIGH)
wall = add("Pour the wall", north, milestone_id=milestone.milestone_id)
prices = add("Price list", north, restricted_to=["ada"])
brake = add("Test the brake", cranes, milestone_id=milestone.milestone_id)
depth = add("Measure the depth", dredging)
filed = unwrap(
    goals_file_tasks.sync_detailed(
        north.project_id,
        goal.goal_id,
        client=ada,
        body=GoalTasksFile(task_ids=[piles.task_id, wall.task_id, prices.task_id]),
    )
)
assert filed.filed == 3

print("Complete a sprint and move its open tasks to the next")


def sprint(name, start):
    body = SprintCreate(name=name, start_date=start, duration_weeks=2)
    return unwrap(sprints_create.sync_detailed(team.team_id, client=ada, body=body))


first = sprint("Sprint 1", datetime.datetime.now(datetime.timezone.utc).date())
second = sprint("Sprint 2", first.end_date + datetime.timedelta(days=1))
for task in (piles, wall, brake):
    unwrap(
        tasks_set_sprint.sync_detailed(
            task.task_id, client=ada, body=TaskSprintSet(sprint_id=first.sprint_id)
        )
    )

# Send the ETag of a read as If-Match: a second change with it returns 412.
read = tasks_read.sync_detailed(piles.task_id, client=ada)
done = TaskUpdate(status=TaskStatus.COMPLETED)
unwrap(tasks_update.sync_detailed(piles.task_id, client=ada, if_match=read.headers["etag"], body=done))
late = tasks_update.sync_detailed(piles.task_id, client=ada, if_match=read.headers["etag"], body=done)
assert late.status_code == 412 and late.parsed.type_ == "urn:svc:problem:precondition-failed"

assert unwrap(sprints_current.sync_detailed(team.team_id, client=ada)).name == "Sprint 1"
unwrap(
    sprints_complete.sync_detailed(
        team.team_id, first.sprint_id, client=ada, body=SprintComplete(move_open_to=second.sprint_id)
    )
)
page = unwrap(sprints_list.sync_detailed(team.team_id, client=ada))
assert sorted((one.name, one.task_count) for one in page.data) == [("Sprint 1", 1), ("Sprint 2", 2)]

print("List all tasks in pages of two, and the open urgent ones")
titles, cursor = [], None
while True:
    more = {"cursor": cursor} if cursor else {}
    page = unwrap(tasks_list.sync_detailed(client=ada, org_id=org.org_id, limit=2, **more))
    titles += [task.title for task in page.data]
    cursor = page.next_cursor
    if cursor is None:
        break
assert len(titles) == len(set(titles)) == 5
page = unwrap(
    tasks_list.sync_detailed(
        client=ada, org_id=org.org_id, filterstatus=[TaskStatus.COMPLETED], filterpriority=[Priority.HIGH]
    )
)
assert [task.title for task in page.data] == ["Drive the piles"]

print("Create a roadmap with two journeys that share a stop")
lines = [
    unwrap(journeys_create.sync_detailed(north.project_id, client=ada, body=JourneyCreate(name=name)))
    for name in ("Building", "Opening")
]
stop = unwrap(
    stops_create.sync_detailed(
        north.project_id,
        client=ada,
        body=StopCreate(title="Quay stands", journey_ids=[line.journey_id for line in lines]),
    )
)
unwrap(stops_pin_milestone.sync_detailed(north.project_id, stop.stop_id, milestone.milestone_id, client=ada))
on_stop = StopTasksFile(task_ids=[piles.task_id, wall.task_id])
unwrap(stops_file_tasks.sync_detailed(north.project_id, stop.stop_id, client=ada, body=on_stop))
shown = unwrap(roadmap_team.sync_detailed(team.team_id, client=ada)).projects[0].journeys[0].stops[0]
assert (shown.done, shown.total) == (1, 3)

print("Upload 20 MB and download a range")
content = secrets.token_bytes(20 * 1024 * 1024)
upload = TaskAttachmentCreate(task_id=wall.task_id, file=File(io.BytesIO(content), "plan, sheet 1.pdf"))
attachment = unwrap(task_attachments_create.sync_detailed(client=ada, body=upload))
part = task_attachments_download.sync_detailed(
    attachment.attachment_id, client=gil, range_="bytes=1048576-1048591"
)
assert part.status_code == 206 and part.content == content[1048576:1048592]

print("Mention the guest in a comment, and reply")
body = TaskCommentCreate(
    task_id=wall.task_id,
    content="The plan is attached.",
    mentions=[TaskCommentMention(username=guest.username)],
)
comment = unwrap(task_comments_create.sync_detailed(client=ada, body=body))
answer = TaskCommentReplyCreate(parent_comment_id=comment.comment_id, content="Thank you.")
unwrap(task_comments_reply.sync_detailed(client=gil, body=answer))
thread = unwrap(task_comments_list.sync_detailed(client=gil, task_id=wall.task_id)).data[0]
assert [reply.created_by for reply in thread.replies] == [guest.username]

print("Save and pin a view")
query = ViewCreateQuery.from_dict({"filter[status]": ["not_started", "in_progress"], "sort_by": "title"})
body = ViewCreate(
    org_id=org.org_id, scope_type=ScopeType.TEAM, scope_id=team.team_id, name="Open work", query=query
)
view = unwrap(views_create.sync_detailed(client=ada, body=body))
unwrap(view_pins_pin_view.sync_detailed(view.view_id, client=ada))
rows = unwrap(views_rows.sync_detailed(view.view_id, client=ada)).data
assert [row.title for row in rows] == ["Measure the depth", "Pour the wall", "Price list", "Test the brake"]

print("Read the same as the guest, who sees one project")
seen = unwrap(tasks_list.sync_detailed(client=gil, org_id=org.org_id)).data
assert [task.title for task in seen] == ["Drive the piles", "Pour the wall"]
counts = [
    unwrap(goals_org.sync_detailed(client=who, org_id=org.org_id)).projects[0].data[0] for who in (gil, ada)
]
assert [(one.tasks_completed, one.tasks_total) for one in counts] == [(1, 2), (1, 3)]
unseen = roadmap_project.sync_detailed(cranes.project_id, client=gil)
assert unseen.status_code == 404 and isinstance(unseen.parsed, Problem)
wrong = tasks_create.sync_detailed(client=ada, body=TaskCreate(org_id=org.org_id, title=""))
assert wrong.status_code == 422 and wrong.parsed.errors[0].loc == ["body", "title"]
