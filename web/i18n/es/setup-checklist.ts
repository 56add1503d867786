export const setupChecklist = {
  title: 'Primeros pasos',
  progress: (done: number, all: number) => `${done} de ${all} completados`,
  dismiss: 'Descartar',
  done: 'Completado',
  steps: {
    whatsapp: {
      title: 'Conecta WhatsApp',
      text: 'Escanea el código QR con el teléfono. Para la API oficial de Meta, agrega un WhatsApp API en Conexiones.',
      action: 'Conectar',
    },
    queue: {
      title: 'Crea una cola',
      text: 'Las colas separan las conversaciones por departamento, como Ventas y Soporte.',
      action: 'Crear cola',
    },
    people: {
      title: 'Invita a tu equipo',
      text: 'Crea un acceso para cada persona que atenderá.',
      action: 'Agregar usuario',
    },
  },
}
