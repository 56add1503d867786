import { screenPaths } from '../app/links'
import { admins } from '../app/screen-access'
import { lazyPage, type Screen } from '../page/screen'
import { ListTree } from '../ui/icons'

export const queuesScreen: Screen = {
  path: screenPaths.queues,
  title: { pt: 'Filas e chatbot', en: 'Queues and chatbot', es: 'Colas y chatbot' },
  access: admins,
  menu: 'administration',
  icon: ListTree,
  texts: ['hours', 'queue'],
  add: { pt: 'Adicionar fila', en: 'Add queue', es: 'Agregar cola' },
  loads: 'records',
  page: lazyPage(
    () => import('./queues-page'),
    async () => (await import('./queue-records')).loadQueues,
  ),
}
