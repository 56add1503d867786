import { screenPaths } from '../app/links'
import { everyone } from '../app/screen-access'
import { lazyPage, type Screen } from '../page/screen'
import { BookUser } from '../ui/icons'

export const contactsScreen: Screen = {
  path: screenPaths.contacts,
  title: { pt: 'Contatos', en: 'Contacts', es: 'Contactos' },
  access: everyone,
  menu: 'relationship',
  icon: BookUser,
  shortcut: 'g c',
  texts: ['contact', 'contactDrawer'],
  add: { pt: 'Adicionar contato', en: 'Add contact', es: 'Agregar contacto' },
  loads: 'records',
  page: lazyPage(
    () => import('./contacts-page'),
    async () => (await import('./contact-records')).loadContacts,
  ),
}
