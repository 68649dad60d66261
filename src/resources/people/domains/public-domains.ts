/** Providers on whose domains everyone can get an email address. */
const publicDomains = new Set(
  `gmail.com googlemail.com outlook.com hotmail.com hotmail.co.uk hotmail.fr hotmail.de hotmail.it hotmail.es live.com
  live.co.uk live.fr live.nl msn.com passport.com yahoo.com yahoo.co.uk yahoo.co.jp yahoo.co.in yahoo.fr yahoo.de
  yahoo.it yahoo.es yahoo.ca yahoo.com.br ymail.com rocketmail.com myyahoo.com aol.com aim.com icloud.com me.com mac.com
  proton.me protonmail.com pm.me protonmail.ch tutanota.com tutanota.de tuta.com tuta.io tutamail.com keemail.me
  gmx.com gmx.de gmx.net gmx.at gmx.ch gmx.fr web.de freenet.de t-online.de arcor.de mail.com email.com usa.com
  mail.de posteo.de posteo.net mailbox.org fastmail.com fastmail.fm hushmail.com hey.com zoho.com zohomail.com
  zohomail.eu yandex.com yandex.ru ya.ru mail.ru bk.ru inbox.ru list.ru internet.ru rambler.ru ukr.net i.ua meta.ua
  seznam.cz email.cz post.cz centrum.cz wp.pl o2.pl onet.pl interia.pl op.pl gazeta.pl libero.it virgilio.it tiscali.it
  alice.it tin.it orange.fr wanadoo.fr laposte.net free.fr sfr.fr neuf.fr bbox.fr ziggo.nl kpnmail.nl planet.nl
  xs4all.nl telenet.be skynet.be bluewin.ch btinternet.com sky.com virginmedia.com ntlworld.com talktalk.net
  comcast.net verizon.net att.net sbcglobal.net bellsouth.net cox.net charter.net earthlink.net juno.com rogers.com
  shaw.ca sympatico.ca bigpond.com optusnet.com.au qq.com foxmail.com 163.com 126.com yeah.net sina.com sina.cn
  sohu.com 139.com 189.cn aliyun.com naver.com hanmail.net daum.net nate.com rediffmail.com docomo.ne.jp
  ezweb.ne.jp softbank.ne.jp uol.com.br bol.com.br terra.com.br ig.com.br globo.com duck.com simplelogin.com
  mozmail.com privaterelay.appleid.com mailinator.com guerrillamail.com 10minutemail.com temp-mail.org yopmail.com
  trashmail.com sharklasers.com maildrop.cc dispostable.com onmicrosoft.com`.split(/\s+/),
)

export const isPublicDomain = (domain: string): boolean => publicDomains.has(domain)
