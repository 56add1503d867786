import { everyone } from '../app/screen-access'
import { lazyPage, type Screen } from '../page/screen'
import { ListChecks } from '../ui/icons'

export const todoScreen: Screen = {
  path: '/todolist',
  toastMs: 3000,
  title: { pt: 'Tarefas', en: 'To-do', es: 'Tareas' },
  access: everyone,
  menu: 'service',
  icon: ListChecks,
  texts: ['todo'],
  page: lazyPage(() => import('./todo-page')),
}
