import { useQuery } from '../../store/use-query.ts'
import { projectPageTexts as messages } from '../../messages/project-page.ts'
import { ErrorMessage } from '../../components/error-message.tsx'

/** Lists links and files of a project; only addresses of the web are links. */
export function ProjectLinks({ projectId }: { projectId: string }) {
  const { value, problem, refetch } = useQuery(`links ${projectId}`, (svc) =>
    svc.projectResources.list({ project_id: projectId, limit: 1000 }),
  )
  return (
    <section class="settings-section">
      <h2>{messages.links}</h2>
      {problem !== undefined && <ErrorMessage problem={problem} retry={refetch} />}
      {value?.data.length === 0 && <p class="settings-hint">{messages.noLinks}</p>}
      <ul>
        {value?.data.map(({ resource_id, resource_name, resource_url }) => (
          <li key={resource_id}>
            {resource_url && /^https?:/.test(resource_url) ? (
              <a href={resource_url} target="_blank" rel="noreferrer" dir="auto">
                {resource_name}
              </a>
            ) : (
              <bdi>{resource_name}</bdi>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
