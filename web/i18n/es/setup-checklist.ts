export const setupChecklist = {
  title: 'Primeros pasos',
  progress: (done: number, all: number) => `${done} de ${all} completados`,
  dismiss: 'Descartar',
  done: 'Completado',
  company: { label: 'Nombre de la empresa', skip: 'Omitir' },
  steps: {
    company: {
      title: 'Ponle nombre a la empresa',
      text: 'Aparece en la parte superior de la pantalla, en las invitaciones y en los mensajes con {{name_company}}.',
      action: 'Guardar',
    },
    whatsapp: {
      title: 'Conecta WhatsApp',
      text: 'Escanea el código QR con el teléfono. WhatsApp API, Facebook e Instagram se agregan en Conexiones.',
      action: 'Conectar',
    },
    queue: {
      title: 'Crea una cola',
      text: 'Las colas separan las conversaciones por departamento, como Ventas y Soporte.',
      action: 'Agregar cola',
    },
    people: {
      title: 'Invita a tu equipo',
      text: 'Agrega a quienes van a atender. Cada persona recibe un enlace y crea su propia contraseña.',
      action: 'Invitar',
    },
  },
  gaps: {
    quoted: (name: string) => `“${name}”`,
    more: (count: number) => `${count} más`,
    kinds: {
      connectionWithoutQueue: {
        text: (names: string, count: number) =>
          count === 1
            ? `La conexión ${names} no tiene cola: nadie se entera de quién escribe.`
            : `Las conexiones ${names} no tienen cola: nadie se entera de quién escribe.`,
        action: 'Vincular una cola',
      },
      connectionWithoutWelcome: {
        text: (names: string, count: number) =>
          count === 1
            ? `La conexión ${names} tiene varias colas, pero ningún saludo que las ofrezca: quien escribe se queda sin cola.`
            : `Las conexiones ${names} tienen varias colas, pero ningún saludo que las ofrezca: quien escribe se queda sin cola.`,
        action: 'Escribir un saludo',
      },
      queueWithoutPeople: {
        text: (names: string, count: number) =>
          count === 1
            ? `La cola ${names} no tiene agentes: nadie ve quién espera en ella.`
            : `Las colas ${names} no tienen agentes: nadie ve quién espera en ellas.`,
        action: 'Elegir agentes',
      },
      personWithoutQueue: {
        text: (names: string, count: number) =>
          count === 1
            ? `${names} no tiene cola y no ve quién espera.`
            : `${names} no tienen cola y no ven quién espera.`,
        action: 'Elegir colas',
      },
    },
  },
}
