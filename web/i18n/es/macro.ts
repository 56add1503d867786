import { recordTexts } from './record'

export const macro = {
  ...recordTexts({ one: 'macro', many: 'macros', gender: 'f', success: ' correctamente' }),
  title: 'Macros',
  emptyText:
    'Reúne pasos que repites siempre, como responder, etiquetar y resolver, y ejecútalos de una vez en la conversación.',
  columns: {
    name: 'Nombre',
    steps: 'Pasos',
    user: 'Dueño',
    shared: 'Visible',
  },
  noOwner: 'Sin dueño',
  everyone: 'La usan todos',
  mine: 'Solo la uso yo',
  fields: {
    name: 'Nombre',
    namePlaceholder: 'Ej.: Pago confirmado',
    steps: 'Pasos',
    stepsHelp:
      'Se ejecutan en este orden, todos o ninguno. Transferir, asignar, iniciar un flujo y resolver solo pueden ser el último.',
    text: 'Texto',
    variables: 'Variables:',
    tags: 'Etiquetas',
    queue: 'Cola',
    priority: 'Prioridad',
    user: 'Agente',
    flow: 'Flujo',
    inactiveFlow: 'Inactivo',
    url: 'Dirección',
    farewell: 'Enviar el mensaje de despedida',
    shared: 'Visible para todos',
    sharedHelp: 'Tus colegas la usan, pero solo tú y los administradores la cambian.',
  },
  deleteText: 'Desaparece de la lista y de las conversaciones de quienes la usan. Esta acción no se puede deshacer.',
}
