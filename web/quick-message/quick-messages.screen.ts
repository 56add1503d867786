import { everyone } from '../app/screen-access'
import { lazyPage, type Screen } from '../page/screen'
import { Zap } from '../ui/icons'

export const quickMessagesScreen: Screen = {
  path: '/quick-messages',
  toastMs: 3000,
  title: { pt: 'Respostas rápidas', en: 'Quick replies', es: 'Respuestas rápidas' },
  access: everyone,
  menu: 'service',
  icon: Zap,
  texts: ['quickMessage'],
  add: { pt: 'Adicionar resposta rápida', en: 'Add quick reply', es: 'Agregar respuesta rápida' },
  loads: 'records',
  page: lazyPage(() => import('./quick-messages-page')),
}
