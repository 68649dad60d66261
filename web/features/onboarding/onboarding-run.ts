import { createIdempotencyKey } from '../../store/mutations.ts'
import { createApiClient } from '../../api/client.ts'

export interface OnboardingValues {
  org: string
  project: string
  invite: string
  task: string
}

export interface Invited {
  email: string
  /** Null if the server sends no links. */
  url: string | null
}

export const listLinks = (invited: readonly Invited[]): { email: string; url: string }[] =>
  invited.flatMap(({ email, url }) => (url === null ? [] : [{ email, url }]))

export interface OnboardingResult {
  url: string
  invited: Invited[]
  notInvited: string[]
}

export function parseEmails(text: string): { valid: string[]; invalid: string[] } {
  // Mail programs copy addresses with names: "Diaz, Carla" <carla@example.com>.
  const entries = text.replace(/"[^"]*"/g, '').split(/[,;>]/)
  const words = entries.flatMap((entry) => entry.replace(/^[^@]*</, '').split(/\s+/))
  const parts = [...new Set(words.filter(Boolean))]
  const isEmail = (part: string) => /^[^\s@]+@[^\s@]+$/.test(part)
  return { valid: parts.filter(isEmail), invalid: parts.filter((part) => !isEmail(part)) }
}

/** Resumable onboarding: a retry continues after the last successful step and creates nothing twice. */
export class OnboardingRun {
  #keys = new Map<string, string>()
  #org: string | undefined
  #project: string | undefined

  async run(values: OnboardingValues): Promise<OnboardingResult> {
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
    const url = `/o/${this.#org}/${this.#project ? `p/${this.#project}` : 'my'}`
    return { url, ...(await this.#invite(parseEmails(invite).valid)) }
  }

  /** Invites all addresses. Returns those that failed instead of throwing, since they must not block onboarding. */
  async #invite(emails: string[]): Promise<Omit<OnboardingResult, 'url'>> {
    const svc = createApiClient(this.#org)
    const requests = emails.map((email) =>
      svc.organizationInvites.create({ email }, this.#idempotent(`invite ${email}`)),
    )
    const results = await Promise.allSettled(requests)
    const result: Omit<OnboardingResult, 'url'> = { invited: [], notInvited: [] }
    for (const [index, email] of emails.entries()) {
      const response = results[index]!
      if (response.status === 'rejected') result.notInvited.push(email)
      else result.invited.push({ email, url: response.value.accept_url })
    }
    return result
  }

  #idempotent(step: string): { idempotencyKey: string; retries: number } {
    const key = this.#keys.get(step) ?? createIdempotencyKey()
    this.#keys.set(step, key)
    return { idempotencyKey: key, retries: 2 }
  }
}
