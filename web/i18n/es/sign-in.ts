import type { signIn as source } from '../pt/sign-in'
import { planFeatures } from './plan-features'

export const signIn: typeof source = {
  signup: {
    title: 'Crear cuenta',
    heading: 'Crea la cuenta de tu empresa',
    subtitle: (days) => `Pruébalo durante ${days} días, sin compromiso.`,
    companyName: 'Nombre de la empresa',
    name: 'Tu nombre',
    phone: 'Teléfono',
    email: 'Correo electrónico',
    password: 'Contraseña',
    passwordHelp: 'De 5 a 50 caracteres',
    plan: 'Plan',
    perMonth: 'al mes',
    flags: planFeatures,
    send: 'Crear cuenta',
    sending: 'Creando la cuenta…',
    haveAccount: '¿Ya tienes cuenta?',
    signIn: 'Entrar',
    closedTitle: 'El registro está cerrado',
    closedText: 'Por ahora no se abren cuentas aquí. Si tu empresa ya lo usa, entra con tu correo electrónico.',
  },
  passwordLink: {
    title: 'Crear la contraseña',
    welcome: (name: string) => `Hola, ${name}`,
    text: (company: string) => `Crea tu contraseña para entrar al equipo de ${company}.`,
    email: 'Correo electrónico',
    password: 'Contraseña',
    passwordHelp: 'De 5 a 50 caracteres.',
    enter: 'Guardar y entrar',
    entering: 'Entrando…',
    endedTitle: 'Este enlace ya no es válido',
    endedText:
      'Ya se usó, se reemplazó por otro o venció. Si ya creaste tu contraseña, entra con ella. Si no, pide un enlace nuevo a un administrador de tu empresa.',
    signIn: 'Entrar',
    resetTitle: 'Nueva contraseña',
    resetText: (company: string) => `Elige una contraseña nueva para tu cuenta de ${company}.`,
    forgotten: {
      title: 'Olvidé mi contraseña',
      text: 'Escribe tu correo. Te enviamos un enlace para elegir una contraseña nueva.',
      ask: 'Enviar enlace',
      askedTitle: 'Revisa tu correo',
      askedText: (email: string) =>
        `Si existe una cuenta con el correo ${email}, el enlace llega enseguida y vale por 1 hora. ¿No llegó? Revisa el correo no deseado o pide un enlace a un administrador de tu empresa.`,
      back: 'Volver a entrar',
    },
  },
}
