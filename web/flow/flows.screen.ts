import { screenPaths } from '../app/links'
import { forPlan, isAdmin } from '../app/screen-access'
import { lazyPage, type Screen } from '../page/screen'
import { Workflow } from '../ui/icons'
import { flowEditorPart } from './flow-editor-code'

export const flowsScreen: Screen = {
  path: screenPaths.flows,
  toastMs: 3000,
  title: { pt: 'Fluxos de conversa', en: 'Conversation flows', es: 'Flujos de conversación' },
  access: forPlan('useIntegrations', isAdmin),
  menu: 'automation',
  icon: Workflow,
  texts: ['flow'],
  loads: 'records',
  page: lazyPage(() => import('./flows-page')),
}

export const flowEditorScreen: Screen<typeof screenPaths.flow> = {
  path: screenPaths.flow,
  toastMs: 3000,
  title: { pt: 'Editor de fluxo', en: 'Flow editor', es: 'Editor de flujo' },
  access: forPlan('useIntegrations', isAdmin),
  within: screenPaths.flows,
  icon: Workflow,
  texts: ['flow', 'flowEditor'],
  page: lazyPage(() => import('./flow-editor-page')),
  parts: () => [flowEditorPart],
}
