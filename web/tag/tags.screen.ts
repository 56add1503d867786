import { screenPaths } from '../app/links'
import { everyone } from '../app/screen-access'
import { lazyPage, type Screen } from '../page/screen'
import { Tags } from '../ui/icons'

export const tagsScreen: Screen = {
  path: screenPaths.tags,
  title: { pt: 'Tags', en: 'Tags', es: 'Etiquetas' },
  access: everyone,
  menu: 'relationship',
  icon: Tags,
  texts: ['tag'],
  add: { pt: 'Adicionar tag', en: 'Add tag', es: 'Agregar etiqueta' },
  loads: 'records',
  page: lazyPage(() => import('./tags-page')),
}
