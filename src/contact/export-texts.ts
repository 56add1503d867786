/** Column titles of exports, in the company's language. The import recognises them. */
export const exportTexts = {
  pt: {
    ...{ file: 'contatos', sheet: 'Contatos', name: 'Nome', number: 'Número', email: 'E-mail', tags: 'Tags' },
    ...{ connection: 'Conexão', channel: 'Canal', active: 'Ativo', others: 'Outros campos', yes: 'Sim', no: 'Não' },
  },
  en: {
    ...{ file: 'contacts', sheet: 'Contacts', name: 'Name', number: 'Number', email: 'E-mail', tags: 'Tags' },
    ...{ connection: 'Connection', channel: 'Channel', active: 'Active', others: 'Other fields', yes: 'Yes', no: 'No' },
  },
  es: {
    ...{ file: 'contactos', sheet: 'Contactos', name: 'Nombre', number: 'Número', email: 'Correo', tags: 'Etiquetas' },
    ...{ connection: 'Conexión', channel: 'Canal', active: 'Activo', others: 'Otros campos', yes: 'Sí', no: 'No' },
  },
}
