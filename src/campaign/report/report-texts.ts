import type { ShippingState } from '../campaign.contract'
import { recipientTextsEn, recipientTextsEs, recipientTextsPt } from './recipient-texts.contract'

interface ReportTexts {
  file: string
  sheet: string
  name: string
  number: string
  state: string
  reason: string
  requested: string
  confirmed: string
  sent: string
  delivered: string
  seen: string
  answered: string
  optedOut: string
  states: Record<ShippingState, string>
  reasons: Readonly<Record<string, string>>
  retryName: (name: string) => string
  copyName: (name: string) => string
}

const nameMax = 50
const suffixed = (name: string, suffix: string) => `${name.slice(0, nameMax - suffix.length - 1).trim()} ${suffix}`

export const reportTexts: Record<'pt' | 'en' | 'es', ReportTexts> = {
  pt: {
    file: 'campanha',
    sheet: 'Destinatários',
    name: 'Nome',
    number: 'Número',
    state: 'Situação',
    reason: 'Motivo',
    requested: 'Confirmação pedida',
    confirmed: 'Confirmou',
    sent: 'Enviada',
    delivered: 'Entregue',
    seen: 'Lida',
    answered: 'Respondeu',
    optedOut: 'Saiu',
    ...recipientTextsPt,
    retryName: (name) => suffixed(name, '(falhas)'),
    copyName: (name) => suffixed(name, '(cópia)'),
  },
  en: {
    file: 'campaign',
    sheet: 'Recipients',
    name: 'Name',
    number: 'Number',
    state: 'Status',
    reason: 'Reason',
    requested: 'Confirmation requested',
    confirmed: 'Confirmed',
    sent: 'Sent',
    delivered: 'Delivered',
    seen: 'Read',
    answered: 'Answered',
    optedOut: 'Opted out',
    ...recipientTextsEn,
    retryName: (name) => suffixed(name, '(failed)'),
    copyName: (name) => suffixed(name, '(copy)'),
  },
  es: {
    file: 'campana',
    sheet: 'Destinatarios',
    name: 'Nombre',
    number: 'Número',
    state: 'Estado',
    reason: 'Motivo',
    requested: 'Confirmación solicitada',
    confirmed: 'Confirmó',
    sent: 'Enviado',
    delivered: 'Entregado',
    seen: 'Leído',
    answered: 'Respondió',
    optedOut: 'Se dio de baja',
    ...recipientTextsEs,
    retryName: (name) => suffixed(name, '(fallidos)'),
    copyName: (name) => suffixed(name, '(copia)'),
  },
}
