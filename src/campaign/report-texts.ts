import type { ShippingState } from './campaign.contract'

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
  states: Record<ShippingState, string>
  reasons: Readonly<Record<string, string>>
  /** The name of a campaign for the failed recipients of another. */
  retryName: (name: string) => string
}

const nameMax = 50
const suffixed = (name: string, suffix: string) => `${name.slice(0, nameMax - suffix.length - 1).trim()} ${suffix}`

/** Texts of the file that lists a campaign's recipients, in the company's language. */
export const reportTexts: Record<'pt' | 'en' | 'es', ReportTexts> = {
  pt: {
    ...{
      file: 'campanha',
      sheet: 'Destinatários',
      name: 'Nome',
      number: 'Número',
      state: 'Situação',
      reason: 'Motivo',
    },
    ...{
      requested: 'Confirmação pedida',
      confirmed: 'Confirmou',
      sent: 'Enviada',
      delivered: 'Entregue',
      seen: 'Lida',
    },
    states: {
      ...{ waiting: 'Na fila', asked: 'Aguardando confirmação', confirmed: 'Confirmou', sending: 'Enviando' },
      ...{ sent: 'Enviada', failed: 'Falhou', excluded: 'Excluído', expired: 'Sem resposta' },
    },
    reasons: {
      suppressed: 'Pediu para não receber campanhas',
      blocked: 'Contato bloqueado',
      invalidNumber: 'O número não tem WhatsApp',
      declined: 'Respondeu que não quer',
      optOut: 'Pediu para sair',
      sameContact: 'O mesmo contato já recebeu por outro número',
    },
    retryName: (name) => suffixed(name, '(falhas)'),
  },
  en: {
    ...{ file: 'campaign', sheet: 'Recipients', name: 'Name', number: 'Number', state: 'Status', reason: 'Reason' },
    ...{
      requested: 'Confirmation requested',
      confirmed: 'Confirmed',
      sent: 'Sent',
      delivered: 'Delivered',
      seen: 'Read',
    },
    states: {
      ...{ waiting: 'Waiting', asked: 'Waiting for confirmation', confirmed: 'Confirmed', sending: 'Sending' },
      ...{ sent: 'Sent', failed: 'Failed', excluded: 'Excluded', expired: 'No answer' },
    },
    reasons: {
      suppressed: 'Opted out of campaigns',
      blocked: 'Blocked contact',
      invalidNumber: 'The number is not on WhatsApp',
      declined: 'Declined',
      optOut: 'Opted out',
      sameContact: 'The same contact has received it on another number',
    },
    retryName: (name) => suffixed(name, '(failed)'),
  },
  es: {
    ...{ file: 'campana', sheet: 'Destinatarios', name: 'Nombre', number: 'Número', state: 'Estado', reason: 'Motivo' },
    ...{
      ...{ requested: 'Confirmación solicitada', confirmed: 'Confirmó', sent: 'Enviado', delivered: 'Entregado' },
      seen: 'Leído',
    },
    states: {
      ...{ waiting: 'En espera', asked: 'Esperando confirmación', confirmed: 'Confirmó', sending: 'Enviando' },
      ...{ sent: 'Enviado', failed: 'Falló', excluded: 'Excluido', expired: 'Sin respuesta' },
    },
    reasons: {
      suppressed: 'Pidió no recibir campañas',
      blocked: 'Contacto bloqueado',
      invalidNumber: 'El número no tiene WhatsApp',
      declined: 'Respondió que no quiere',
      optOut: 'Pidió salir',
      sameContact: 'El mismo contacto ya lo recibió en otro número',
    },
    retryName: (name) => suffixed(name, '(fallidos)'),
  },
}
