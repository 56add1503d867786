import { admins } from '../app/screen-access'
import { lazyPage, type Screen } from '../page/screen'
import { Files } from '../ui/icons'

export const filesScreen: Screen = {
  path: '/files',
  toastMs: 3000,
  title: { pt: 'Listas de arquivos', en: 'File lists', es: 'Listas de archivos' },
  access: admins,
  menu: 'automation',
  icon: Files,
  texts: ['fileList'],
  add: { pt: 'Adicionar lista de arquivos', en: 'Add file list', es: 'Agregar lista de archivos' },
  loads: 'records',
  page: lazyPage(() => import('./files-page')),
}
