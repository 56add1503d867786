import type { restored as source } from '../pt/restored'

export const restored: typeof source = {
  title: 'Después de la restauración',
  stateOf: (moment: string) =>
    `Estado de ${moment}. Lo que debía salir antes de la restauración no sale solo: puede haber salido ya.`,
  unknown:
    'La empresa volvió a un estado anterior. Lo que debía salir antes de la restauración no sale solo: puede haber salido ya.',
  none: 'Nada espera',
  noneText: 'Todo lo que la restauración retuvo se liberó o se descartó.',
  kinds: {
    message: 'Mensajes',
    campaign: 'Campañas',
    schedule: 'Mensajes programados',
    webhook: 'Webhooks',
    mail: 'Correos',
    bot: 'Bots y temporizadores',
  },
  helps: {
    message: 'Salen en el orden en que se escribieron. Cada uno también puede reenviarse en su conversación.',
    campaign: 'Continúan con quienes aún no recibieron nada.',
    schedule: 'Se envían ahora. Descartados, los que se repiten siguen en la próxima fecha.',
    webhook: 'Se entregan ahora.',
    mail: 'Se envían ahora.',
    bot: 'Respuestas, flujos y mensajes de inactividad y de cierre continúan.',
  },
  kind: 'Qué espera',
  count: 'Cantidad',
  decision: 'Decisión',
  release: 'Liberar',
  discard: 'Descartar',
  released: 'Liberado',
  discarded: 'Descartado',
  ask: (kind: string) => `¿Descartar: ${kind}?`,
  askText: 'Lo que se descarta no se envía. Esto no se puede deshacer.',
}
