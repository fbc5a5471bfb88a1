<<<<<<< HEAD
import{Cn as e,Qt as t,Xt as n,Yt as r,cn as i,dn as a,j as o,mn as s,pn as c}from"./start.js";var l=t(`<div><p> </p> <div class="line stdzu"><pre tabindex="0" class="stdzu"><code> </code></pre> <!></div></div>`);function u(t,u){var d=l(),f=a(d),p=c(f),m=s(f,2),h=a(m),g=a(h),_=c(g,!0);e(h);var v=s(h,2);o(v,{get text(){return u.text}}),e(m),e(d),i(()=>{r(p,`${u.title??``}:`),r(_,u.text)}),n(t,d)}export{u as t};
=======
import{$t as e,Bt as t,O as n,Ut as r,Vt as i,an as a,in as o,mn as s,nn as c}from"../arena.js";var l=r(`<div><p> </p> <div class="line stdzu"><pre tabindex="0" class="stdzu"><code> </code></pre> <!></div></div>`);function u(r,u){var d=l(),f=c(d),p=o(f),m=a(f,2),h=c(m),g=c(h),_=o(g,!0);s(h);var v=a(h,2);n(v,{get text(){return u.text}}),s(m),s(d),e(()=>{t(p,`${u.title??``}:`),t(_,u.text)}),i(r,d)}export{u as t};
>>>>>>> 1d675882 (web: the first board's script keeps its name)
