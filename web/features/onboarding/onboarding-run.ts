import { createIdempotencyKey } from '../../store/mutations.ts'
import { createApiClient } from '../../api/client.ts'

export interface OnboardingValues {
  org: string
  project: string
  invite: string
  task: string
}

export function parseEmails(text: string): { valid: string[]; invalid: string[] } {
  const parts = [...new Set(text.split(/[\s,;]+/).filter(Boolean))]
  const isEmail = (part: string) => /^[^\s@]+@[^\s@]+$/.test(part)
  return { valid: parts.filter(isEmail), invalid: parts.filter((part) => !isEmail(part)) }
}

/** Resumable onboarding: a retry continues after the last successful step and creates nothing twice. */
export class OnboardingRun {
  #keys = new Map<string, string>()
  #org: string | undefined
  #project: string | undefined

  async run(values: OnboardingValues): Promise<{ url: string; notInvited: string[] }> {
    const { org, project, invite, task } = values
    this.#org ??= (await createApiClient().organizations.create({ name: org }, this.#idempotent('org'))).org_id
    const svc = createApiClient(this.#org)
    if (project)
      this.#project ??= (await svc.projects.create({ name: project }, this.#idempotent('project'))).project_id
    if (task)
      await svc.tasks.create(
        { title: task, ...(this.#project && { project_id: this.#project }) },
        this.#idempotent('task'),
      )
    const notInvited = await this.#invite(parseEmails(invite).valid)
    return { url: `/o/${this.#org}/${this.#project ? `p/${this.#project}` : 'my'}`, notInvited }
  }

  /** Invites all addresses. Returns those that failed instead of throwing, since they must not block onboarding. */
  async #invite(emails: string[]): Promise<string[]> {
    const svc = createApiClient(this.#org)
    const requests = emails.map((email) =>
      svc.organizationInvites.create({ email }, this.#idempotent(`invite ${email}`)),
    )
    const results = await Promise.allSettled(requests)
    return emails.filter((_, index) => results[index]!.status === 'rejected')
  }

  #idempotent(step: string): { idempotencyKey: string; retries: number } {
    const key = this.#keys.get(step) ?? createIdempotencyKey()
    this.#keys.set(step, key)
    return { idempotencyKey: key, retries: 2 }
  }
}
