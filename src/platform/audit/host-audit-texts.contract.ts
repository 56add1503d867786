import { keysOf } from '../../kernel/typed-object.contract'

/** Of the screen, its filter and its export; in this order. */
const texts = {
  'sign-in': ['Entrada', 'Signed in', 'Ingreso'],
  'sign-in.refused': ['Entrada recusada', 'Sign-in refused', 'Ingreso rechazado'],
  'session.replayed': [
    'Sessão encerrada por credencial copiada',
    'Session ended: copied credential',
    'Sesión cerrada por credencial copiada',
  ],
  'user.signedOutByAdmin': [
    'Sessão encerrada por um administrador',
    'Session ended by an admin',
    'Sesión cerrada por un administrador',
  ],
  'company.signedOut': [
    'Sessões da empresa encerradas',
    'Sessions of the company ended',
    'Sesiones de la empresa cerradas',
  ],
  'secondFactor.enabled': [
    'Aplicativo autenticador ativado',
    'Authenticator app turned on',
    'Aplicación de autenticación activada',
  ],
  'secondFactor.disabled': [
    'Aplicativo autenticador desativado',
    'Authenticator app turned off',
    'Aplicación de autenticación desactivada',
  ],
  'secondFactor.recoveryCodes': [
    'Novos códigos de recuperação',
    'New recovery codes',
    'Nuevos códigos de recuperación',
  ],
  'secondFactor.used': ['Código aceito', 'Code accepted', 'Código aceptado'],
  'secondFactor.refused': ['Código recusado', 'Code refused', 'Código rechazado'],
  'secondFactor.reset': [
    'Verificação em duas etapas redefinida',
    'Two-step verification reset',
    'Verificación en dos pasos restablecida',
  ],
  'secondFactor.resetAtTerminal': [
    'Verificação redefinida no terminal',
    'Two-step verification reset at the terminal',
    'Verificación restablecida en la terminal',
  ],
  'passkey.added': ['Chave de acesso adicionada', 'Passkey added', 'Llave de acceso agregada'],
  'passkey.removed': ['Chave de acesso removida', 'Passkey removed', 'Llave de acceso quitada'],
  'passkey.refused': ['Chave de acesso recusada', 'Passkey refused', 'Llave de acceso rechazada'],
  'user.passwordLinkAtTerminal': [
    'Link de senha criado no terminal',
    'Password link created at the terminal',
    'Enlace de contraseña creado en la terminal',
  ],
  'user.superAtTerminal': [
    'Super usuário definido no terminal',
    'Super user set at the terminal',
    'Superusuario definido en la terminal',
  ],
  'setting.changed': [
    'Configuração da plataforma alterada',
    'Platform setting changed',
    'Configuración de la plataforma cambiada',
  ],
  'company.created': ['Empresa criada', 'Company created', 'Empresa creada'],
  'company.signedUp': ['Empresa cadastrada pelo site', 'Company signed up', 'Empresa registrada en el sitio'],
  'company.updated': ['Empresa alterada', 'Company changed', 'Empresa cambiada'],
  'company.settingChanged': [
    'Configuração da empresa alterada',
    'Company setting changed',
    'Configuración de la empresa cambiada',
  ],
  'company.schedules': ['Horário da empresa alterado', 'Company hours changed', 'Horario de la empresa cambiado'],
  'company.muted': ['Empresa silenciada', 'Company muted', 'Empresa silenciada'],
  'company.unmuted': ['Empresa reativada', 'Company unmuted', 'Empresa reactivada'],
  'company.copied': ['Empresa copiada', 'Company copied', 'Empresa copiada'],
  'company.moved': ['Empresa movida', 'Company moved', 'Empresa trasladada'],
  'company.movedIn': ['Empresa recebida', 'Company moved in', 'Empresa recibida'],
  'company.moveTakenBack': ['Mudança desfeita', 'Move undone', 'Traslado deshecho'],
  'company.imported': ['Empresa importada', 'Company imported', 'Empresa importada'],
  'company.wentLive': ['Empresa importada em operação', 'Imported company went live', 'Empresa importada en operación'],
  'company.restored': ['Empresa restaurada', 'Company restored', 'Empresa restaurada'],
  'company.erased': ['Empresa apagada', 'Company erased', 'Empresa eliminada'],
  'system.import': ['Importação de outro sistema', 'Import from another system', 'Importación de otro sistema'],
  'person.exported': ['Dados de uma pessoa exportados', 'Data of a person exported', 'Datos de una persona exportados'],
  'person.erased': ['Dados de uma pessoa apagados', 'Data of a person erased', 'Datos de una persona eliminados'],
  'invoice.paid': ['Fatura paga', 'Invoice paid', 'Factura pagada'],
  'payment.settingsChanged': [
    'Configuração de pagamentos alterada',
    'Payment settings changed',
    'Configuración de pagos cambiada',
  ],
  'charge.created': ['Cobrança criada', 'Charge created', 'Cobro creado'],
  'charge.paid': ['Cobrança paga', 'Charge paid', 'Cobro pagado'],
  'charge.overpaid': ['Cobrança paga a mais', 'Charge overpaid', 'Cobro pagado de más'],
  'charge.partial': ['Cobrança paga em parte', 'Charge paid in part', 'Cobro pagado en parte'],
  'charge.returned': ['Pagamento devolvido', 'Payment returned', 'Pago devuelto'],
  'charge.restored': ['Pagamento restabelecido', 'Payment restored', 'Pago restablecido'],
  'charge.otherCurrency': ['Pagamento em outra moeda', 'Payment in another currency', 'Pago en otra moneda'],
  'charge.unclaimed': ['Pagamento sem cobrança', 'Payment without a charge', 'Pago sin cobro'],
  'charge.reviewed': ['Pagamento conferido', 'Payment reviewed', 'Pago revisado'],
  'charge.takenBack': ['Cobrança retirada', 'Charge withdrawn', 'Cobro retirado'],
  'gestorWebhook.changed': [
    'Webhook da plataforma alterado',
    'Platform webhook changed',
    'Webhook de la plataforma cambiado',
  ],
  'gestorWebhook.secretReplaced': [
    'Segredo do webhook trocado',
    'Webhook secret replaced',
    'Secreto del webhook cambiado',
  ],
  'plan.created': ['Plano criado', 'Plan created', 'Plan creado'],
  'plan.updated': ['Plano alterado', 'Plan changed', 'Plan cambiado'],
  'plan.deleted': ['Plano excluído', 'Plan deleted', 'Plan eliminado'],
  'announcement.created': ['Aviso criado', 'Announcement created', 'Aviso creado'],
  'announcement.updated': ['Aviso alterado', 'Announcement changed', 'Aviso cambiado'],
  'announcement.deleted': ['Aviso excluído', 'Announcement deleted', 'Aviso eliminado'],
  'help.created': ['Ajuda criada', 'Help page created', 'Ayuda creada'],
  'help.updated': ['Ajuda alterada', 'Help page changed', 'Ayuda cambiada'],
  'help.deleted': ['Ajuda excluída', 'Help page deleted', 'Ayuda eliminada'],
  'support.connectionCreated': ['Suporte: conexão criada', 'Support: connection created', 'Soporte: conexión creada'],
  'support.connectionChanged': [
    'Suporte: conexão alterada',
    'Support: connection changed',
    'Soporte: conexión cambiada',
  ],
  'support.connectionDeleted': [
    'Suporte: conexão excluída',
    'Support: connection deleted',
    'Soporte: conexión eliminada',
  ],
  'support.connectionTried': ['Suporte: conexão testada', 'Support: connection tried', 'Soporte: conexión probada'],
  'support.connectionCodeRenewed': [
    'Suporte: conexão com novo código',
    'Support: connection code renewed',
    'Soporte: conexión con código nuevo',
  ],
  'support.connectionCodeShown': [
    'Suporte: conexão com código exibido',
    'Support: connection code shown',
    'Soporte: conexión con código mostrado',
  ],
  'support.connectionLeft': [
    'Suporte: conexão desconectada',
    'Support: connection disconnected',
    'Soporte: conexión desconectada',
  ],
  'audit.exported': ['Auditoria exportada', 'Audit log exported', 'Auditoría exportada'],
} as const

type HostAuditType = keyof typeof texts
export const hostAuditTypes = keysOf(texts)

const languages = ['pt', 'en', 'es'] as const
type Language = (typeof languages)[number]

/** Types of later releases are shown as they are. */
export const hostAuditText = (type: string, language: Language): string =>
  Object.hasOwn(texts, type) ? (texts[type as HostAuditType][languages.indexOf(language)] ?? type) : type

export const hostAuditSheets = {
  pt: {
    file: 'auditoria-da-plataforma',
    sheet: 'Auditoria',
    columns: ['Data', 'O que foi feito', 'Empresa', 'Quem', 'A quem', 'Endereço', 'Detalhes'],
  },
  en: {
    file: 'platform-audit-log',
    sheet: 'Audit log',
    columns: ['Time', 'What was done', 'Company', 'Who', 'To whom', 'Address', 'Details'],
  },
  es: {
    file: 'auditoria-de-la-plataforma',
    sheet: 'Auditoría',
    columns: ['Fecha', 'Qué se hizo', 'Empresa', 'Quién', 'A quién', 'Dirección', 'Detalles'],
  },
} as const
