import { screenPaths } from '../app/links'
import { forPlan, isAdmin } from '../app/screen-access'
import { lazyPage, type Screen } from '../page/screen'
import { Contact } from '../ui/icons'

const access = forPlan('useCampaigns', isAdmin)

export const contactListsScreen: Screen = {
  path: screenPaths.contactLists,
  toastMs: 3000,
  title: { pt: 'Listas de contatos', en: 'Contact lists', es: 'Listas de contactos' },
  access,
  menu: 'campaigns',
  icon: Contact,
  texts: ['contactList'],
  add: { pt: 'Adicionar lista de contatos', en: 'Add contact list', es: 'Agregar lista de contactos' },
  loads: 'records',
  page: lazyPage(() => import('./contact-lists-page')),
}

export const contactListItemsScreen: Screen<typeof screenPaths.contactListItems> = {
  path: screenPaths.contactListItems,
  toastMs: 3000,
  title: { pt: 'Contatos da lista', en: 'Contacts on the list', es: 'Contactos de la lista' },
  access,
  icon: Contact,
  texts: ['contactList', 'contactImport'],
  loads: 'records',
  page: lazyPage(() => import('./contact-list-items-page')),
}
