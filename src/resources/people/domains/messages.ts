import { defineMessages } from '../../../core/messages/define-messages.ts'

/** Texts of the email with the code that proves a domain. */
export const domainCodeTexts = defineMessages('domainCodeTexts', {
  en: {
    owner: 'An owner',
    organization: 'An organization',
    subject: (domain: string) => `Code to prove ${domain}`,
    purpose: (organization: string, domain: string, url: string) =>
      `${organization} wants to let users with an address at ${domain} join it at ${url}.`,
    code: (sender: string, code: string) => `To agree, give this code to ${sender}. It is valid for 24 hours: ${code}`,
    unexpected: 'If you did not expect this email, do nothing: without the code, users cannot join by the domain.',
    reason: (sender: string, url: string) => `${sender} entered the domain at ${url}, which sent this email.`,
  },
  de: {
    owner: 'Ein Inhaber',
    organization: 'Eine Organisation',
    subject: (domain) => `Code zur Bestätigung von ${domain}`,
    purpose: (organization, domain, url) =>
      `${organization} möchte Personen mit einer Adresse bei ${domain} unter ${url} beitreten lassen.`,
    code: (sender, code) =>
      `Wenn du einverstanden bist, gib diesen Code an ${sender} weiter. Er ist 24 Stunden gültig: ${code}`,
    unexpected:
      'Wenn du diese E-Mail nicht erwartet hast, musst du nichts tun: Ohne den Code kann niemand über die Domain beitreten.',
    reason: (sender, url) => `${sender} hat die Domain unter ${url} eingegeben; von dort kommt diese E-Mail.`,
  },
  es: {
    owner: 'Un propietario',
    organization: 'Una organización',
    subject: (domain) => `Código para verificar ${domain}`,
    purpose: (organization, domain, url) =>
      `${organization} quiere que las personas con una dirección de ${domain} puedan unirse en ${url}.`,
    code: (sender, code) => `Si estás de acuerdo, da este código a ${sender}. Es válido durante 24 horas: ${code}`,
    unexpected: 'Si no esperabas este correo, no hagas nada: sin el código nadie puede unirse mediante el dominio.',
    reason: (sender, url) => `${sender} ha introducido el dominio en ${url}, que ha enviado este correo.`,
  },
  fr: {
    owner: 'Un propriétaire',
    organization: 'Une organisation',
    subject: (domain) => `Code pour vérifier ${domain}`,
    purpose: (organization, domain, url) =>
      `${organization} veut permettre aux personnes qui ont une adresse de ${domain} de la rejoindre sur ${url}.`,
    code: (sender, code) => `Si vous êtes d’accord, donnez ce code à ${sender}. Il est valable 24 heures : ${code}`,
    unexpected:
      'Si vous n’attendiez pas cet e-mail, ne faites rien : sans le code, personne ne peut rejoindre l’organisation par le domaine.',
    reason: (sender, url) => `${sender} a saisi le domaine sur ${url}, qui a envoyé cet e-mail.`,
  },
})
