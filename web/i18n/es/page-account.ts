import type { AreaTexts } from '../areas'

/** Facebook pages and Instagram accounts. */
export const pageAccount: AreaTexts['pageAccount'] = {
  addTitle: 'Agregar Facebook e Instagram',
  loginText:
    'Entra en Facebook y elige las páginas que este sistema puede atender. Las cuentas profesionales de Instagram vinculadas a ellas vienen incluidas.',
  login: 'Continuar con Facebook',
  loginAgain: 'Entrar de nuevo en Facebook',
  denied: 'El acceso no fue autorizado en Facebook.',
  noHostApp: 'La app de Meta de este servidor todavía no fue configurada. Habla con quien aloja el sistema.',
  noneTitle: 'Ninguna página encontrada',
  noneText: 'Este usuario de Facebook no administra páginas, o no autorizó ninguna.',
  chooseTitle: 'Elegir cuentas',
  accounts: 'Páginas y cuentas',
  renews: (connection) => `renueva la conexión “${connection}”`,
  link: 'Vincular',
  linked: 'Facebook/Instagram vinculado',
  notLinkedTitle: 'Cuentas que no fueron vinculadas',
  editTitle: (name) => `Cuenta de Meta de “${name}”`,
  saved: 'Cuenta de Meta guardada',
  verified: 'Meta entrega los mensajes de esta cuenta.',
  notVerified: 'Meta todavía no entregó ningún mensaje de esta cuenta.',
  tokenGone: 'Hay que entrar de nuevo en Facebook.',
  humanAgent: 'Responder durante 7 días',
  humanAgentHelp:
    'Solo si Meta aprobó la función “Human Agent” para la app. Las personas responden hasta 7 días después del último mensaje; los mensajes automáticos, solo en las primeras 24 horas.',
  takesComments: 'Recibir comentarios',
  takesCommentsHelp:
    'Los comentarios en las publicaciones se vuelven conversaciones. La primera respuesta va en privado, una sola hasta que la persona responda.',
}
