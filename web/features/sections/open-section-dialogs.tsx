import type { Section } from '@svc/sdk'
import { openLayer } from '../../components/util/open-layer.ts'
import type { TaskContainer } from '../views/view-query.ts'
import { DeleteSectionDialog, SectionDialog, type SectionFieldName } from './section-dialogs.tsx'

export function openSectionDialog(
  container: TaskContainer,
  edit?: { section: Section; focus: SectionFieldName },
): void {
  openLayer((close) => <SectionDialog container={container} {...edit} close={close} />)
}

export function openNewSectionDialog(container: TaskContainer, after?: string): void {
  openLayer((close) => <SectionDialog container={container} after={after} close={close} />)
}

export const openDeleteSectionDialog = (section: Section): void =>
  void openLayer((close) => <DeleteSectionDialog section={section} close={close} />)
