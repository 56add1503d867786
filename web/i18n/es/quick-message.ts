import { recordTexts } from './record'

/** Texts of the quick replies screen. */
export const quickMessage = {
  ...recordTexts({ one: 'respuesta rápida', many: 'respuestas rápidas', gender: 'f', short: 'respuesta' }),
  title: 'Respuestas rápidas',
  searchPlaceholder: 'Buscar por atajo o texto',
  nothingFound: 'Ninguna respuesta encontrada',
  emptyText: 'Guarda los textos y archivos que envías a menudo y úsalos escribiendo / en la conversación.',
  filter: 'Mostrar',
  all: 'Todas las que veo',
  mine: 'Solo las mías',
  columns: { shortcode: 'Atajo', message: 'Mensaje', attachment: 'Adjunto', user: 'Propietario', status: 'Estado' },
  noOwner: 'Sin propietario',
  visibility: { geral: 'General: todos la usan y editan', visao: 'Todos la usan', own: 'Solo el propietario la usa' },
  readOnly: (owner: string) => `Solo ${owner} y los administradores pueden cambiar esta respuesta.`,
  readTitle: 'Respuesta rápida',
  fields: {
    shortcode: 'Atajo',
    shortcodeHelp: 'En la conversación, escribe / y el atajo.',
    shortcodePlaceholder: 'Ej.: direccion',
    message: 'Mensaje',
    variables: 'Variables:',
    attachment: 'Adjunto',
    attachmentHelp: 'Un archivo de hasta 16 MB, enviado con el mensaje.',
    visao: 'Visible para todos',
    visaoHelp: 'Los colegas la usan, pero solo tú y los administradores la cambian.',
    geral: 'General',
    geralHelp: 'Los colegas también pueden cambiarla.',
    ownerDecides: 'Solo el propietario y los administradores deciden quién la ve.',
  },
  deleteTitle: (shortcode: string) => `¿Eliminar la respuesta “/${shortcode}”?`,
  deleteText: 'Desaparece de la lista y de las conversaciones de quienes la usan. Esta acción no se puede deshacer.',
}
