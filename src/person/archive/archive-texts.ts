import type { CompanyAbout } from '../../kernel/company/company-files'

export interface ArchiveTexts {
  locale: string
  file: string
  title: (name: string) => string
  about: (company: string, at: string) => string
  facts: Record<'name' | 'number' | 'email' | 'username' | 'channel' | 'created', string>
  conversation: (number: number, at: string) => string
  conversations: string
  groups: string
  group: (name: string) => string
  none: string
  you: string
  automatic: string
  note: string
  deleted: string
  edited: string
  missing: string
  place: string
  more: string
}

export const archiveTexts: Record<CompanyAbout['language'], ArchiveTexts> = {
  pt: {
    locale: 'pt-BR',
    file: 'dados-do-contato',
    title: (name) => `Dados de ${name}`,
    about: (company, at) => `Tudo o que ${company} guarda sobre este contato, em ${at}.`,
    facts: {
      name: 'Nome',
      number: 'Número',
      email: 'E-mail',
      username: 'Nome de usuário',
      channel: 'Canal',
      created: 'Contato desde',
    },
    conversation: (number, at) => `Conversa ${number}, de ${at}`,
    conversations: 'Conversas',
    groups: 'O que escreveu em grupos',
    group: (name) => `Grupo ${name}`,
    none: 'Nenhuma mensagem.',
    you: 'Empresa',
    automatic: 'Mensagem automática',
    note: 'Nota interna',
    deleted: 'Mensagem apagada',
    edited: 'editada',
    missing: 'O arquivo não está mais guardado.',
    place: 'Localização',
    more: 'dados.json contém o mesmo e tudo o mais, para programas: etiquetas, anotações, agendamentos, campanhas e registros.',
  },
  en: {
    locale: 'en',
    file: 'contact-data',
    title: (name) => `Data of ${name}`,
    about: (company, at) => `Everything that ${company} stores about this contact, on ${at}.`,
    facts: {
      name: 'Name',
      number: 'Number',
      email: 'E-mail',
      username: 'Username',
      channel: 'Channel',
      created: 'Contact since',
    },
    conversation: (number, at) => `Conversation ${number} of ${at}`,
    conversations: 'Conversations',
    groups: 'Written in groups',
    group: (name) => `Group ${name}`,
    none: 'No messages.',
    you: 'Company',
    automatic: 'Automatic message',
    note: 'Internal note',
    deleted: 'Deleted message',
    edited: 'edited',
    missing: 'The file is no longer stored.',
    place: 'Location',
    more: 'dados.json contains the same and everything else, for programs: tags, notes, schedules, campaigns and log entries.',
  },
  es: {
    locale: 'es',
    file: 'datos-del-contacto',
    title: (name) => `Datos de ${name}`,
    about: (company, at) => `Todo lo que ${company} guarda sobre este contacto, el ${at}.`,
    facts: {
      name: 'Nombre',
      number: 'Número',
      email: 'Correo',
      username: 'Nombre de usuario',
      channel: 'Canal',
      created: 'Contacto desde',
    },
    conversation: (number, at) => `Conversación ${number} del ${at}`,
    conversations: 'Conversaciones',
    groups: 'Escrito en grupos',
    group: (name) => `Grupo ${name}`,
    none: 'Ningún mensaje.',
    you: 'Empresa',
    automatic: 'Mensaje automático',
    note: 'Nota interna',
    deleted: 'Mensaje eliminado',
    edited: 'editado',
    missing: 'El archivo ya no está guardado.',
    place: 'Ubicación',
    more: 'dados.json contiene lo mismo y todo lo demás, para programas: etiquetas, notas, programaciones, campañas y registros.',
  },
}
