import { newKey } from '../../data/mutations.ts'
import { createClient } from '../../api/client.ts'

/** What a person writes to begin. */
export interface Beginning {
  org: string
  project: string
  invite: string
  task: string
}

/** The mail addresses of a text, and what in it is none. */
export function addressesOf(text: string): { good: string[]; bad: string[] } {
  const words = [...new Set(text.split(/[\s,;]+/).filter(Boolean))]
  const isAddress = (word: string) => /^[^\s@]+@[^\s@]+$/.test(word)
  return { good: words.filter(isAddress), bad: words.filter((word) => !isAddress(word)) }
}

/** How far it has come: sent again, it goes on where it stopped, and makes nothing twice. */
export class Begin {
  #keys = new Map<string, string>()
  #org: string | undefined
  #project: string | undefined

  /** Makes it all; answers where to go, and who could not be invited. */
  async run(beginning: Beginning): Promise<{ to: string; notInvited: string[] }> {
    const { org, project, invite, task } = beginning
    this.#org ??= (await createClient().organizations.create({ name: org }, this.#once('org'))).org_id
    const svc = createClient(this.#org)
    if (project)
      this.#project ??= (await svc.projects.create({ name: project }, this.#once('project'))).project_id
    if (task)
      await svc.tasks.create(
        { title: task, ...(this.#project && { project_id: this.#project }) },
        this.#once('task'),
      )
    const notInvited = await this.#invite(addressesOf(invite).good)
    return { to: `/o/${this.#org}/${this.#project ? `p/${this.#project}` : 'my'}`, notInvited }
  }

  /** An address that is refused keeps nobody from beginning. */
  async #invite(addresses: string[]): Promise<string[]> {
    const svc = createClient(this.#org)
    const asked = addresses.map((email) =>
      svc.organizationInvites.create({ email }, this.#once(`invite ${email}`)),
    )
    const answers = await Promise.allSettled(asked)
    return addresses.filter((_, index) => answers[index]!.status === 'rejected')
  }

  #once(what: string): { idempotencyKey: string; retries: number } {
    const key = this.#keys.get(what) ?? newKey()
    this.#keys.set(what, key)
    return { idempotencyKey: key, retries: 2 }
  }
}
