import { screenPaths } from '../app/links'
import { admins } from '../app/screen-access'
import { lazyPage, type Screen } from '../page/screen'
import { FileSpreadsheet } from '../ui/icons'

export const contactImportScreen: Screen = {
  path: screenPaths.contactImport,
  title: { pt: 'Importar contatos', en: 'Import contacts', es: 'Importar contactos' },
  access: admins,
  icon: FileSpreadsheet,
  texts: ['contactImport'],
  page: lazyPage(
    () => import('./contact-import-page'),
    async () => (await import('./contact-import-model')).loadImports,
  ),
}
