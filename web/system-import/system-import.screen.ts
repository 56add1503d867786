import { screenPaths } from '../app/links'
import { lazyPage, type Screen } from '../page/screen'
import { Upload } from '../ui/icons'

export const systemImportScreen: Screen = {
  path: screenPaths.systemImport,
  title: { pt: 'Importar de outro sistema', en: 'Import from another system', es: 'Importar de otro sistema' },
  access: (user) => (user.super ? 'allowed' : 'platform'),
  icon: Upload,
  texts: ['systemImport'],
  page: lazyPage(
    () => import('./system-import-page'),
    async () => (await import('./system-import-model')).loadSystemImport,
  ),
}
