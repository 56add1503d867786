/** Import of old messages from the phone or the account, on the screen of connections. */
export const historyImport = {
  enable: 'Importar mensajes antiguos',
  enableHelp: 'El historial del teléfono se copia aquí, sin avisos ni respuestas automáticas.',
  enableHelpAccount:
    'Las conversaciones anteriores de la cuenta se copian aquí, sin avisos ni respuestas automáticas. De Instagram llegan solo los últimos 20 mensajes de cada una.',
  warning:
    'Al guardar, el dispositivo se desvincula y hay que escanear un nuevo código QR. La importación empieza entonces.',
  confirm: {
    title: '¿Desvincular e importar?',
    text: 'El dispositivo se desvincula ahora. La importación empieza cuando se escanee el nuevo código QR con el teléfono.',
    action: 'Desvincular e importar',
  },
  from: 'Importar desde',
  fromHelp: 'Dos años atrás como máximo.',
  to: 'Hasta',
  toHelp: 'Si está vacío, hasta que se escanee el código QR.',
  toHelpAccount: 'Si está vacío, hasta ahora.',
  queue: 'Cola de los mensajes importados',
  groups: 'Importar también los grupos',
  closes: 'Resolver las conversaciones importadas',
  closesHelp: 'Si está desactivado, esperan en la cola hasta que se cierren aquí.',
  title: (name: string) => `Importación de mensajes de “${name}”`,
  waiting: 'Escanea el código QR con el teléfono para empezar.',
  waitingAccount: 'Empieza cuando la cuenta esté conectada.',
  preparing: 'Preparando: el teléfono está reuniendo los mensajes. Déjalo encendido y con internet.',
  preparingAccount: 'Preparando: se están leyendo las conversaciones de la cuenta.',
  resumes: (time: string) => `En pausa, porque el proveedor no atiende más consultas ahora. Continúa sola: ${time}.`,
  incomplete: (filed: string, error: string) =>
    `Terminó antes de tiempo. Mensajes importados: ${filed}. El proveedor rechazó el resto: ${error || 'sin motivo'}`,
  progress: (filed: string, all: string, date: string) => `${filed} de ${all} – ${date}`,
  done: (filed: string) => `Terminada. Mensajes importados: ${filed}.`,
  stopped: (filed: string) => `Detenida. Mensajes importados: ${filed}.`,
  remove: {
    waiting: 'Cancelar importación',
    running: 'Detener importación',
    done: 'Descartar aviso',
    stopped: 'Descartar aviso',
  },
  stopConfirm: {
    title: '¿Detener la importación?',
    text: 'Los mensajes ya importados se conservan. Para importar los demás, habrá que desvincular el dispositivo y escanear un código QR nuevo.',
    textAccount:
      'Los mensajes ya importados se conservan. Los demás se pueden importar después, al editar la conexión.',
    action: 'Detener importación',
  },
  preparingButton: 'Preparando…',
  importingButton: 'Importando…',
  close: 'Resolver importadas',
  closeConfirm: {
    title: '¿Resolver las conversaciones importadas?',
    text: 'Se resuelven las que esperan en la cola. Los contactos no reciben nada.',
    action: 'Resolver importadas',
  },
  closed: 'Las conversaciones importadas se están resolviendo',
}
